const LINES = [
  'M-20 150C60 96 118 128 190 92s96-80 236-62',
  'M-20 174C70 118 136 152 212 112s104-72 214-54',
  'M-20 198C84 140 150 178 236 132s110-60 190-46',
  'M-20 120C48 76 96 100 160 66s84-82 266-66',
  'M-20 88C36 56 78 72 128 42s70-62 120-70',
  'M-20 222C100 164 170 204 262 154s108-44 164-36',
]

/** Depth contours, as on a chart: the one decorative motif, on brand surfaces only. */
export const Contours = () => (
  <svg
    viewBox="0 0 400 180"
    preserveAspectRatio="xMidYMid slice"
    aria-hidden
    style={{ position: 'absolute', inset: 0, width: '100%', height: '100%' }}
  >
    {LINES.map((d, i) => (
      <path
        key={d}
        d={d}
        vectorEffect="non-scaling-stroke"
        fill="none"
        stroke="#fff"
        strokeOpacity={i === 3 ? 0.3 : 0.15}
        strokeWidth={i === 3 ? 1.4 : 1}
      />
    ))}
  </svg>
)
