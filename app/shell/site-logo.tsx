import { useRoot } from './use-root.ts'

/** The site's logo or, without one, its initial on the brand colour. Decorative: its name is always beside it. */
export function SiteLogo({ size = 32 }: { size?: number }) {
  const site = useRoot()?.site
  if (site?.logo)
    return (
      <img
        src={site.logo.startsWith('/') ? site.logo : `${site.mediaRoot}${site.logo}`}
        alt=""
        width={size}
        height={size}
        style={{ flex: 'none', borderRadius: 7, objectFit: 'contain' }}
      />
    )
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden style={{ flex: 'none', display: 'block' }}>
      <rect width="32" height="32" rx="7" fill="var(--mantine-color-brand-9)" />
      <text x="16" y="22" textAnchor="middle" fontSize="17" fontWeight="700" fill="#fff" fontFamily="inherit">
        {(site?.name ?? 'W').slice(0, 1)}
      </text>
    </svg>
  )
}
