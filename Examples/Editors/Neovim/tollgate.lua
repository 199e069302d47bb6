-- Starts `tollgate lsp` for .gate files. Copy it to ~/.config/nvim/plugin/tollgate.lua.
vim.api.nvim_create_autocmd({ "BufRead", "BufNewFile" }, {
  pattern = "*.gate",
  callback = function()
    vim.bo.filetype = "gate"
    vim.bo.commentstring = "# %s"
  end,
})

vim.api.nvim_create_autocmd("FileType", {
  pattern = "gate",
  callback = function(args)
    local folder = vim.fn.fnamemodify(vim.api.nvim_buf_get_name(args.buf), ":p:h")
    local settings = { tollgate = { lint = { level = "note" }, hints = true } }
    if vim.lsp.start then
      vim.lsp.start({ name = "tollgate", cmd = { "tollgate", "lsp" }, root_dir = folder, settings = settings })
    else
      -- Neovim before 0.8
      local id = _G.tollgate_client
        or vim.lsp.start_client({ name = "tollgate", cmd = { vim.env.TOLLGATE or "tollgate", "lsp" }, root_dir = folder, settings = settings })
      _G.tollgate_client = id
      vim.lsp.buf_attach_client(args.buf, id)
    end
  end,
})
