/* Keeps the keyboard focus when a list is rebuilt: on the element with the same data-key in the
 * same item, with the same input, or else on a nearby button. */

export function createFocusKeeper(list) {
  let lost = null; /* where the focus was, while no element there can take it */

  function place() {
    const item = document.activeElement?.closest("li");
    if (!item || item.parentElement !== list) return null;
    const { dataset, value } = document.activeElement;
    return { index: [...list.children].indexOf(item), key: dataset.key, value };
  }

  function restore() {
    if (lost === null || document.activeElement !== document.body) return;
    const item = list.children[lost.index];
    const same = [...(item?.querySelectorAll("[data-key]") ?? [])].find(e =>
      e.dataset.key === lost.key && !e.disabled);
    const chip = ".chip:not(:disabled)";
    const found = same ?? item?.querySelector(chip) ?? list.querySelector(chip);
    if (!found) return;
    if (same?.localName === "input") same.value = lost.value;
    found.focus();
    lost = null;
  }

  return {
    keep(change) {
      const now = place();
      if (now !== null) lost = now;
      else if (document.activeElement !== document.body) lost = null;
      change();
      if (lost?.key === "place") requestAnimationFrame(restore); /* it is filled a little later */
      else restore();
    },
  };
}
