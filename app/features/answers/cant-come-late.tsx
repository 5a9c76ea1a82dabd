import { type ComponentProps, Suspense } from 'react'
import { lazyPart } from '#app/shell/connection/lazy-part.ts'
import type { CantCome as Sheet } from './cant-come.tsx'

const Late = lazyPart(() => import('./cant-come.tsx').then((module) => ({ default: module.CantCome })))

export const CantCome = (props: ComponentProps<typeof Sheet>) => (
  <Suspense>
    <Late {...props} />
  </Suspense>
)
