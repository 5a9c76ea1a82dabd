/** Open dialogs and menus. */
export const LAYERS = '[role="dialog"], [role="menu"]'

export const isShown = (layer: Element): boolean => layer.isConnected && layer.checkVisibility()

/** The dialog or menu on top; null where none is open. */
export const topLayer = (): Element | null => [...document.querySelectorAll(LAYERS)].filter(isShown).at(-1) ?? null
