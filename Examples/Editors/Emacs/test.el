;;; test.el --- A mistake shows, its fix is applied, a name is completed and renamed.  -*- lexical-binding: t -*-
;; TOLLGATE=.build/debug/tollgate emacs --batch -l Examples/Editors/Emacs/test.el
(require 'package)
(package-initialize)
(require 'eglot)
(load (expand-file-name "tollgate.el" (file-name-directory load-file-name)))
(remove-hook 'gate-mode-hook #'eglot-ensure)

(defun check (what is-true &optional more)
  (princ (format "%s: %s\n" (if is-true "ok" "FAILED") what))
  (unless is-true (prin1 more) (kill-emacs 1)))

(defun wait-for (is-there)
  "Wait up to ten seconds."
  (let ((end (+ (float-time) 10)))
    (while (and (not (funcall is-there)) (< (float-time) end))
      (accept-process-output nil 0.05))
    (funcall is-there)))

(let* ((folder (make-temp-file "tollgate" t))
       (file (expand-file-name "main.gate" folder))
       (eglot-sync-connect 10)
       ;; The command is found on the path, as tollgate.el says.
       (command (and (getenv "TOLLGATE") (expand-file-name (getenv "TOLLGATE")))))
  (when command (push (file-name-directory command) exec-path))
  (with-temp-file (expand-file-name "prices.gate" folder)
    (insert "tiers free < pro\nfeature csv-export\n"))
  (with-temp-file file (insert "use \"prices.gate\"\ncsv-export requirs pro\n"))
  (find-file file)
  (check "the mode is that of policies" (eq major-mode 'gate-mode) major-mode)
  (apply #'eglot--connect (eglot--guess-contact))
  (flymake-mode 1)
  (flymake-start)
  (check "a mistake shows" (wait-for (lambda () (flymake-diagnostics))))
  (check "at its word"
         (equal (buffer-substring (flymake-diagnostic-beg (car (flymake-diagnostics)))
                                  (flymake-diagnostic-end (car (flymake-diagnostics))))
                "requirs"))
  (let* ((server (eglot-current-server))
         (actions (jsonrpc-request
                   server :textDocument/codeAction
                   (list :textDocument (eglot--TextDocumentIdentifier)
                         :range '(:start (:line 1 :character 11) :end (:line 1 :character 18))
                         :context '(:diagnostics []))))
         (edit (plist-get (aref actions 0) :edit)))
    (eglot--apply-workspace-edit edit)
    (check "the fix is applied" (string-match-p "csv-export requires pro" (buffer-string)))
    (goto-char (point-max))
    (insert "csv-export requires pr")
    (eglot--signal-textDocument/didChange)
    (let ((names (all-completions "pr" (nth 2 (eglot-completion-at-point)))))
      (check "a name is completed" (member "pro" names) names))
    (delete-region (line-beginning-position) (point-max))
    ;; A change of several files is asked about.
    (fset 'y-or-n-p (lambda (&rest _) t))
    (goto-char (point-min))
    (search-forward "requires p")
    (eglot-rename "plus")
    (check "a name is renamed here" (string-match-p "requires plus" (buffer-string)))
    (check "and in the other file"
           (with-current-buffer (find-file-noselect (expand-file-name "prices.gate" folder))
             (string-match-p "free < plus" (buffer-string))))
    (eglot-shutdown server))
  (dolist (buffer (buffer-list)) (with-current-buffer buffer (set-buffer-modified-p nil))))
;;; test.el ends here
