// Where the command leoni is looked for: beside the Python that is chosen, in the .venv of the folder that is open, on
// PATH, and in ~/leoni, where the guides install it.
const fs = require("fs");
const path = require("path");

// The files that the command may be, in the order in which they count.
function candidates({ interpreter, folders = [], home, env = process.env, platform = process.platform }) {
  const windows = platform === "win32";
  const { delimiter, join, dirname } = windows ? path.win32 : path.posix;
  const [scripts, name] = windows ? ["Scripts", "leoni.exe"] : ["bin", "leoni"];
  return [
    ...(interpreter ? [join(dirname(interpreter), name)] : []),
    // Not every Python of Windows lies in the folder of its commands.
    ...(interpreter && windows ? [join(dirname(interpreter), scripts, name)] : []),
    ...folders.map((folder) => join(folder, ".venv", scripts, name)),
    ...(env.PATH ?? env.Path ?? "").split(delimiter).filter(Boolean).map((folder) => join(folder, name)),
    ...(home ? [join(home, "leoni", scripts, name)] : []),
  ];
}

function isFile(file) {
  try {
    return fs.statSync(file).isFile();
  } catch {
    return false;
  }
}

// The first of them that is there; the bare name, which is then said to be missing, if none is.
function found(where) {
  return candidates(where).find(isFile) ?? "leoni";
}

module.exports = { candidates, found };
