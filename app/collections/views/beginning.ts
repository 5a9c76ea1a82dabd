/** A long text's beginning. */
export const beginning = (value: unknown) => {
  const text = String(value ?? '').trim()
  return text.length > 120 ? `${text.slice(0, 120)}…` : text
}
