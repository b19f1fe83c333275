// The page Check of the site.

import { checkGiven, startCheck } from "../../board/page/check.js";
import { $ } from "../../show/scripts/table/dom.js";
import { askEngine, engineReady } from "./engine.js";
import { settingFaults, tellHeight, tellParent, tellRefused } from "./frame.js";
import { isSetting } from "./link.js";
import { packed, unpacked } from "./packed.js";

startCheck(askEngine, {
  packing: { packed, unpacked },
  tellResult: (counts) => tellParent("result", { games: counts }),
});
engineReady.then(() => tellParent("ready"));
new ResizeObserver(() => tellHeight(document.documentElement.offsetHeight)).observe(document.body);

// Check the text of the address.
function openText() {
  const asked = new URLSearchParams(location.hash.slice(1));
  const unknown = [...asked.keys()].find((name) => name !== "text" && !isSetting(name));
  const faults = [...settingFaults()];
  if (unknown !== undefined) {
    faults.push(`This address says “${unknown}”, which checks nothing. Say #text= and the record.`);
  }
  $("summary").textContent = faults.join(" ");
  tellRefused(faults);
  if (!asked.has("text")) return;
  $("record").value = asked.get("text") ?? "";
  checkGiven();
}
addEventListener("hashchange", openText);
openText();
