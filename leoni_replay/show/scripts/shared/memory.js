// What the browser keeps from visit to visit; it may forbid that.

export const memory = {
  get(name, none) {
    try {
      return JSON.parse(localStorage.getItem(`leoni ${name}`)) ?? none;
    } catch {
      return none;
    }
  },
  set(name, value) {
    try {
      localStorage.setItem(`leoni ${name}`, JSON.stringify(value));
    } catch {
      /* then it is forgotten */
    }
  },
};

// What was set last, so that it does not grow for ever.
export const newest = (entries, most) => Object.fromEntries(Object.entries(entries).slice(-most));

// A page in a frame may not look here: it is told how the cards are to look.
export const LOOKS = ["four", "large", "red"];
export const dressed = (html) =>
  LOOKS.filter((id) => memory.get(id, false)).reduce((page, id) => page.replace(`id="${id}"`, "$& checked"), html);
