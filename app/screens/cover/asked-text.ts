/** Says how far a search for cover is: "9 asked, 5 said no, 4 have not answered"; for members and coordinators alike. */
export function askedText({ asked, declined }: { asked: number; declined: number }): string {
  if (!asked) return 'Nobody was asked yet'
  const silent = asked - declined
  return [
    `${asked} asked`,
    declined && `${declined} said no`,
    silent && `${silent} ${silent === 1 ? 'has' : 'have'} not answered`,
  ]
    .filter(Boolean)
    .join(', ')
}
