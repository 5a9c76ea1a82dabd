/** The values that a Cookie header gives to a name, as they stand there. */
export const cookieValues = (header: string | null | undefined, name: string): string[] =>
  (header ?? '')
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part.startsWith(`${name}=`))
    .map((part) => part.slice(name.length + 1))

/** The first of them that is as it should be; null without one. */
export const cookieMatching = (header: string | null | undefined, name: string, form: RegExp): string | null =>
  cookieValues(header, name).find((value) => form.test(value)) ?? null
