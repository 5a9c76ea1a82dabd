/** Lists the values that a Cookie header gives to a name. */
export const cookieValues = (header: string | null | undefined, name: string): string[] =>
  (header ?? '')
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part.startsWith(`${name}=`))
    .map((part) => part.slice(name.length + 1))

/** Returns the first well-formed value; null without one. */
export const cookieMatching = (header: string | null | undefined, name: string, form: RegExp): string | null =>
  cookieValues(header, name).find((value) => form.test(value)) ?? null
