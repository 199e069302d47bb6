const vscode = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

let client;

/** Runs a command of the server about the policy that is shown. */
const ask = (command, ...more) => {
  const uri = vscode.window.activeTextEditor?.document.uri.toString();
  return client.sendRequest("workspace/executeCommand", { command, arguments: [uri, ...more] });
};

const showPage = (title) => (html) => {
  vscode.window.createWebviewPanel("tollgate", title, vscode.ViewColumn.Beside).webview.html = html;
};

const showText = (language) => async (content) => {
  const document = await vscode.workspace.openTextDocument({ language, content });
  await vscode.window.showTextDocument(document, vscode.ViewColumn.Beside, true);
};

/** Explains a target for the snapshot in the editor beside it, which one edits and asks again. */
const explain = async () => {
  const target = await vscode.window.showInputBox({ prompt: "The feature, meter or group" });
  if (!target) return;
  const editors = vscode.window.visibleTextEditors;
  const scratch = editors.find((editor) => editor.document.languageId === "json");
  if (!scratch) await showText("json")('{ "schema": 1, "grants": [], "usage": {} }\n');
  const snapshot = scratch?.document.getText();
  await showText("plaintext")(await ask("tollgate.explain", target, ...(snapshot ? [snapshot] : [])));
};

/** What a command of the server answers is shown. The lenses name some of them, with arguments. */
const middleware = {
  executeCommand: async (command, values, next) => {
    const answer = await next(command, values);
    if (command === "tollgate.diff") await showText("markdown")(answer);
    if (command === "tollgate.run") {
      const show = answer.isFailure ? "showWarningMessage" : "showInformationMessage";
      vscode.window[show](answer.text, { modal: answer.isFailure });
    }
    return answer;
  },
};

exports.activate = (context) => {
  const command = vscode.workspace.getConfiguration("tollgate").get("path");
  client = new LanguageClient(
    "tollgate",
    "Tollgate",
    { command, args: ["lsp"] },
    {
      documentSelector: [{ language: "gate" }],
      synchronize: { configurationSection: "tollgate" },
      middleware,
    }
  );
  const commands = {
    "tollgate.show.description": async () => showText("markdown")(await ask("tollgate.describe")),
    "tollgate.show.table": async () => showPage("Plans")(await ask("tollgate.table")),
    "tollgate.show.graph": async () => showPage("Rules")(await ask("tollgate.graph")),
    "tollgate.show.diff": async () => showText("markdown")(await ask("tollgate.diff")),
    "tollgate.show.explanation": explain,
  };
  for (const [name, run] of Object.entries(commands)) {
    const shown = () => run().catch((error) => vscode.window.showErrorMessage(error.message));
    context.subscriptions.push(vscode.commands.registerCommand(name, shown));
  }
  return client.start();
};

exports.deactivate = () => client && client.stop();
