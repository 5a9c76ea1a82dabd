/** `unreached`: those asked whom no message could reach, and who have not answered. */
type Counts = { asked: number; declined: number; unreached?: number }

/** "9 asked, 5 said no, 4 haven’t replied"; for members and coordinators. */
export function askedText({ asked, declined, unreached = 0 }: Counts): string {
  if (!asked) return 'No one has been asked yet'
  const silent = asked - declined - unreached
  return [
    `${asked} asked`,
    declined && `${declined} said no`,
    silent && `${silent} ${silent === 1 ? 'hasn’t' : 'haven’t'} replied`,
    unreached && `${unreached} couldn’t be reached`,
  ]
    .filter(Boolean)
    .join(', ')
}
