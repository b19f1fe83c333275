// Starts `leoni lsp` for recorded games. Colours, comments and brackets are there without it.
const os = require("os");
const vscode = require("vscode");
const { found } = require("./server");

let client;

// The Python that is chosen, if the extension for Python is there to say so.
async function interpreter(resource) {
  try {
    const python = vscode.extensions.getExtension("ms-python.python");
    const { environments } = await python.activate();
    const chosen = await environments.resolveEnvironment(environments.getActiveEnvironmentPath(resource));
    return chosen?.executable.uri?.fsPath;
  } catch {
    return undefined;
  }
}

// The command that is set, or the one that is found. Nothing is run out of a folder that is not trusted.
async function command(settings) {
  const set = settings.get("server.path");
  if (set) {
    return set;
  }
  const folders = vscode.workspace.isTrusted ? (vscode.workspace.workspaceFolders ?? []).map(({ uri }) => uri) : [];
  return found({
    interpreter: vscode.workspace.isTrusted ? await interpreter(folders[0]) : undefined,
    folders: folders.map((uri) => uri.fsPath),
    home: os.homedir(),
  });
}

async function activate() {
  const settings = vscode.workspace.getConfiguration("leoni");
  if (!settings.get("server.enable")) {
    return;
  }
  let library;
  try {
    library = require("./client");
  } catch {
    vscode.window.showInformationMessage("Patience moves: run npm install in the folder of the extension, or games are not checked.");
    return;
  }
  client = new library.LanguageClient(
    "leoni",
    "Patience moves",
    { command: await command(settings), args: ["lsp"] },
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
      `Patience moves: the language server does not start: ${error.message}. In a terminal, leoni lsp says what is missing; the setting leoni.server.path names another leoni.`,
    );
  }
}

async function deactivate() {
  await client?.stop();
}

module.exports = { activate, deactivate };
