import { type Config, siteOrigin } from '#server/engine/kernel/config.ts'

export function printAddresses(config: Config, port: number): void {
  const publicOrigin = config.PUBLIC_ORIGIN ?? `http://${config.BASE_DOMAIN}:${port}`
  const lines = ['', 'Watchbill is running.', `  ${publicOrigin}`]
  if (!config.production) {
    for (const slug of ['harbour', 'ridge'])
      lines.push(`  ${siteOrigin({ publicOrigin }, slug)}  admin@${slug}.test, member@${slug}.test`)
    lines.push(`  password of all: watchbill-demo; messages: ${siteOrigin({ publicOrigin }, 'harbour')}/dev/messages`)
  }
  console.log(`${lines.join('\n')}\n`)
}
