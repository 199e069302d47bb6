;;; tollgate.el --- Policies of Tollgate with eglot  -*- lexical-binding: t -*-
;; Load it from your init file. test.el beside it tries it with Emacs 28 and eglot 1.9.
(define-derived-mode gate-mode prog-mode "Gate"
  "Policies that say who may use what."
  (setq-local comment-start "# ")
  (setq-local indent-tabs-mode nil))
(add-to-list 'auto-mode-alist '("\\.gate\\'" . gate-mode))
(with-eval-after-load 'eglot
  (add-to-list 'eglot-server-programs '(gate-mode . ("tollgate" "lsp"))))
(add-hook 'gate-mode-hook #'eglot-ensure)
(provide 'tollgate)
;;; tollgate.el ends here
