const { workspace } = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

let client;

exports.activate = () => {
  const command = workspace.getConfiguration("tollgate").get("path");
  client = new LanguageClient(
    "tollgate",
    "Tollgate",
    { command, args: ["lsp"] },
    { documentSelector: [{ language: "gate" }], synchronize: { configurationSection: "tollgate" } }
  );
  return client.start();
};

exports.deactivate = () => client && client.stop();
