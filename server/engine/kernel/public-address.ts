import { BlockList, isIP } from 'node:net'

/** Addresses that are not on the public internet, or that translate to such (RFC 6890 and its kin). */
const NOT_PUBLIC: Record<'ipv4' | 'ipv6', [net: string, prefix: number][]> = {
  ipv4: [
    ['0.0.0.0', 8],
    ['10.0.0.0', 8],
    ['100.64.0.0', 10],
    ['127.0.0.0', 8],
    ['169.254.0.0', 16],
    ['172.16.0.0', 12],
    ['192.0.0.0', 24],
    ['192.0.2.0', 24],
    ['192.88.99.0', 24],
    ['192.168.0.0', 16],
    ['198.18.0.0', 15],
    ['198.51.100.0', 24],
    ['203.0.113.0', 24],
    ['224.0.0.0', 4],
    ['240.0.0.0', 4],
  ],
  ipv6: [
    ['::', 96],
    ['::ffff:0:0', 96],
    ['64:ff9b::', 96],
    ['64:ff9b:1::', 48],
    ['100::', 64],
    ['2001::', 23],
    ['2001:db8::', 32],
    ['2002::', 16],
    ['3fff::', 20],
    ['5f00::', 16],
    ['fc00::', 7],
    ['fe80::', 10],
    ['fec0::', 10],
    ['ff00::', 8],
  ],
}

/** Whether an IP address is one of the public internet, so that fetching from it reaches nothing of our own. */
export function createPublicAddressCheck(): (address: string) => boolean {
  const blocked = { ipv4: new BlockList(), ipv6: new BlockList() }
  for (const family of ['ipv4', 'ipv6'] as const)
    for (const [net, prefix] of NOT_PUBLIC[family]) blocked[family].addSubnet(net, prefix, family)
  return (address) => {
    const family = isIP(address)
    if (family === 4) return !blocked.ipv4.check(address, 'ipv4')
    return family === 6 && !address.includes('%') && !blocked.ipv6.check(address, 'ipv6')
  }
}
