// Whether somebody plays by keys: then the focus goes to what can be done next.

let usesKeys = false;
addEventListener(
  "keydown",
  () => {
    usesKeys = true;
  },
  true,
);
addEventListener(
  "pointerdown",
  () => {
    usesKeys = false;
  },
  true,
);

export const playsByKeys = () => usesKeys;
