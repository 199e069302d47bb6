-- A mistake shows, its fix is applied, a name is completed, and a name is renamed across two files.
-- TOLLGATE=.build/debug/tollgate nvim --headless -u NONE -l is not in 0.7; so:
-- TOLLGATE=… nvim --headless -u NONE -c 'luafile Examples/Editors/Neovim/test.lua'
local here = vim.fn.fnamemodify(debug.getinfo(1, "S").source:sub(2), ":p:h")
local folder = vim.fn.tempname()
vim.fn.mkdir(folder, "p")
vim.fn.writefile({ "tiers free < pro", "feature csv-export" }, folder .. "/prices.gate")
vim.fn.writefile({ 'use "prices.gate"', "csv-export requirs pro" }, folder .. "/main.gate")

local function check(what, isTrue, more)
  io.stdout:write((isTrue and "ok: " or "FAILED: ") .. what .. "\n")
  if not isTrue then
    io.stdout:write(vim.inspect(more) .. "\n")
    vim.cmd("cquit 1")
  end
end

local ok, message = pcall(function()
  vim.cmd("luafile " .. here .. "/tollgate.lua")
  vim.cmd("edit " .. folder .. "/main.gate")
  local buffer = vim.api.nvim_get_current_buf()
  vim.wait(10000, function() return #vim.diagnostic.get(buffer) > 0 end, 20)
  local found = vim.diagnostic.get(buffer)
  check("a mistake shows", #found == 1 and found[1].code == "TG0001" and found[1].lnum == 1, found)

  local function request(method, params)
    local answers = vim.lsp.buf_request_sync(buffer, method, params, 10000) or {}
    for _, answer in pairs(answers) do
      if answer.err then error(vim.inspect(answer.err)) end
      return answer.result
    end
  end
  local uri = { uri = vim.uri_from_bufnr(buffer) }
  local range = { start = { line = 1, character = 11 }, ["end"] = { line = 1, character = 18 } }
  local actions = request("textDocument/codeAction", { textDocument = uri, range = range, context = { diagnostics = {} } })
  check("a fix is offered", actions and actions[1] and actions[1].edit, actions)
  vim.lsp.util.apply_workspace_edit(actions[1].edit, "utf-16")
  check("the fix is applied", vim.fn.getline(2) == "csv-export requires pro", vim.fn.getline(2))
  vim.wait(10000, function() return #vim.diagnostic.get(buffer) == 0 end, 20)
  check("the mistake is gone", #vim.diagnostic.get(buffer) == 0, vim.diagnostic.get(buffer))

  vim.api.nvim_buf_set_lines(buffer, 2, 2, false, { "csv-export requires p" })
  local list = request("textDocument/completion", { textDocument = uri, position = { line = 2, character = 21 } })
  local labels = vim.tbl_map(function(item) return item.label end, list.items)
  check("a name is completed", vim.tbl_contains(labels, "pro"), labels)
  vim.api.nvim_buf_set_lines(buffer, 2, 3, false, {})

  local edit = request("textDocument/rename", { textDocument = uri, position = { line = 1, character = 21 }, newName = "plus" })
  vim.lsp.util.apply_workspace_edit(edit, "utf-16")
  check("a name is renamed here", vim.fn.getline(2) == "csv-export requires plus", vim.fn.getline(2))
  local other = vim.fn.bufadd(folder .. "/prices.gate")
  vim.fn.bufload(other)
  local line = vim.api.nvim_buf_get_lines(other, 0, 1, false)[1]
  check("and in the other file", line == "tiers free < plus", line)
end)
if not ok then check("no error", false, message) end
vim.cmd("qall!")
