/** JSON text of PostgreSQL, passed on unparsed: most of a response is never read here. */
export class JsonText<T> {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }

  value(): T {
    return JSON.parse(this.text) as T
  }

  /** Builds an object with this text under `name`, beside the fields of `around`. */
  within<A extends object, N extends string>(around: A, name: N): JsonText<A & Record<N, T>> {
    return new JsonText<Record<N, T>>(`{${JSON.stringify(name)}:${this.text}}`).with(around)
  }

  /** Appends the fields of `more` to this object. */
  with<A extends object>(more: A): JsonText<A & T> {
    const [begun, rest] = [this.text.trimEnd().slice(0, -1), JSON.stringify(more).slice(1)]
    return new JsonText(rest === '}' || begun.trim() === '{' ? begun + rest : `${begun},${rest}`)
  }
}
