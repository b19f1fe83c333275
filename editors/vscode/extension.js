// Starts `leoni lsp` for recorded games. Colours, comments and brackets are there without it.
const vscode = require("vscode");

let client;

async function activate() {
  const settings = vscode.workspace.getConfiguration("leoni");
  if (!settings.get("server.enable")) {
    return;
  }
  let library;
  try {
    library = require("vscode-languageclient/node");
  } catch {
    vscode.window.showInformationMessage("Patience moves: run npm install in the folder of the extension, or games are not checked.");
    return;
  }
  client = new library.LanguageClient(
    "leoni",
    "Patience moves",
    { command: settings.get("server.path"), args: ["lsp"] },
    {
      documentSelector: [{ language: "moves" }],
      initializationOptions: { pictures: settings.get("pictures") },
    },
  );
  try {
    await client.start();
  } catch (error) {
    client = undefined;
    vscode.window.showWarningMessage(
      `Patience moves: the language server does not start (pip install 'leoni-replay[lsp]', and leoni.server.path): ${error.message}`,
    );
  }
}

async function deactivate() {
  await client?.stop();
}

module.exports = { activate, deactivate };
