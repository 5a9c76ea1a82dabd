import {
  type Buttons,
  type FieldValues,
  isButton,
  readPlaceholder,
  replaceFields,
} from '#server/deliveries/texts/fields.pure.ts'

const SCHEMES = ['http:', 'https:', 'mailto:']
/** Placeholder for a field while an address is parsed: valid as host, user and scheme. */
const TOKEN = 'watchbillfield'

/**
 * Fills the fields of an address and makes it absolute. Only a button may be a whole address; other values are encoded,
 * so that they add no parts.
 * @param written the decoded value of `href` or `src`.
 * @returns null for an address with a field in scheme or host, or one that is not allowed in mail.
 */
export function filledAddress(
  written: string,
  { values, buttons, origin }: { values: FieldValues; buttons: Buttons; origin: string },
): string | null {
  // Markdown encodes braces and their content in addresses.
  const braced = written
    .trim()
    .replace(/%7b/gi, '{')
    .replace(/%7d/gi, '}')
    .replace(/\{\{([^{}]{0,600})\}\}/g, (_, inside: string) => `{{${decoded(inside).replace(/[{}]/g, '')}}}`)
  const { name } = readPlaceholder(/^\{\{([^{}]{0,200})\}\}$/.exec(braced)?.[1] ?? '')
  if (isButton(name)) return buttons[name]?.url ?? null
  const probe = parsed(
    replaceFields(braced, () => TOKEN),
    origin,
  )
  if (!probe || [probe.protocol, probe.username, probe.password, probe.host].some((part) => part.includes(TOKEN)))
    return null
  const address = parsed(
    replaceFields(braced, (field, fallback) => encodeURIComponent((values[field] || fallback).toWellFormed())),
    origin,
  )
  return address && SCHEMES.includes(address.protocol) ? address.href : null
}

const parsed = (text: string, origin: string): URL | null => (URL.canParse(text, origin) ? new URL(text, origin) : null)

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

export type PictureSite = { id: number; media_root: string }

/** Whether an absolute address is a picture stored by another site, which this site does not serve. */
export function isOfOtherSite(address: string, { site, origin }: { site: PictureSite; origin: string }): boolean {
  const owner = [site.media_root, '/media/']
    .map((root) => parsed(root, origin)?.href)
    .flatMap((root) =>
      root && address.startsWith(root) ? [/^s\/(\d{1,15})\//.exec(address.slice(root.length))?.[1]] : [],
    )[0]
  return owner !== undefined && owner !== String(site.id)
}
