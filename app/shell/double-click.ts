const PRESSABLE = 'button, a[href], summary, label'

/** What somebody reads on it. */
const nameOf = (pressed: Element) => pressed.getAttribute('aria-label') ?? pressed.textContent

/**
 * Ignores the second click of a double click where another button has taken the place of the one that was pressed: "Close" of a receipt where
 * "Publish" was, "Undo" where "Take it" was.
 */
export function ignoreClicksOnReplacements(): void {
  let first: { pressed: Element; name: string | null } | null = null
  const onClick = (event: MouseEvent) => {
    const pressed = event.target instanceof Element ? event.target.closest(PRESSABLE) : null
    // The browser counts clicks that follow one another at the same place; 0 is a press of a key.
    if (event.detail < 2) first = pressed && { pressed, name: nameOf(pressed) }
    else if (first && pressed && pressed !== first.pressed && nameOf(pressed) !== first.name) {
      event.preventDefault()
      event.stopImmediatePropagation()
    }
  }
  window.addEventListener('click', onClick, true)
}
