const PRESSABLE = 'button, a[href], summary, label'

const nameOf = (pressed: Element) => pressed.getAttribute('aria-label') ?? pressed.textContent

/**
 * Ignores the second click of a double click on a button that has replaced the pressed one: "Close" of a receipt where
 * "Publish" was, "Undo" where "Take it" was.
 */
export function ignoreClicksOnReplacements(): void {
  let first: { pressed: Element; name: string | null } | null = null
  const onClick = (event: MouseEvent) => {
    const pressed = event.target instanceof Element ? event.target.closest(PRESSABLE) : null
    // The browser counts consecutive clicks at the same place; 0 is a key press.
    if (event.detail < 2) first = pressed && { pressed, name: nameOf(pressed) }
    else if (first && pressed && pressed !== first.pressed && nameOf(pressed) !== first.name) {
      event.preventDefault()
      event.stopImmediatePropagation()
    }
  }
  window.addEventListener('click', onClick, true)
}
