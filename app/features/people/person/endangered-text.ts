import type { EndangeredShifts } from '#server/people/page/contract.ts'

type Day = (date: string) => string

/** How long a competency lasts and how many shifts need it longer. @param day formats a date or an instant */
export function endangeredText({ name, expires, shifts }: EndangeredShifts, day: Day): string {
  const need = shifts === 1 ? 'One coming shift needs it.' : `${shifts} coming shifts need it.`
  if (expires === null) return `There is no record of ${name}. ${need}`
  const later = shifts === 1 ? 'One shift after that day needs it.' : `${shifts} shifts after that day need it.`
  return `${name} is valid until ${day(expires)}. ${later}`
}

export const firstShiftText = ({ shifts, first_name, first_start }: EndangeredShifts, day: Day): string =>
  `${shifts === 1 ? 'It is' : 'The first is'} ${[day(first_start), first_name].filter(Boolean).join(', ')}.`
