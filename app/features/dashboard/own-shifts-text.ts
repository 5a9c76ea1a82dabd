import type { OwnShift } from '#server/shifts/upcoming.ts'

export function ownShiftsText(
  shifts: readonly Pick<OwnShift, 'began' | 'called_off'>[],
  club: { name: string; isNew: boolean },
): string {
  if (club.isNew) return `Welcome to ${club.name}.`
  const own = shifts.filter(({ called_off }) => !called_off)
  const ahead = own.filter(({ began }) => !began).length
  if (own.length > ahead) {
    if (!ahead) return 'You are on shift now.'
    return `You are on shift now, and ${ahead === 1 ? 'one more is' : `${ahead} more are`} coming up.`
  }
  if (!ahead) return 'You have no shifts coming up.'
  return `You have ${ahead === 1 ? 'one shift' : `${ahead} shifts`} coming up.`
}
