import { Button } from '@mantine/core'
import { IconMailQuestion } from '@tabler/icons-react'
import { useState } from 'react'
import classes from './deliveries.module.css'
import { Explanation } from './explanation.tsx'

export function DidTheyGetIt({ person, shift }: { person: number; shift: number }) {
  const query = `person=${person}&shift=${shift}`
  /** The query that was asked; another shift or person must be asked again. */
  const [asked, setAsked] = useState<string | null>(null)
  if (asked !== query)
    return (
      <Button
        variant="default"
        h={44}
        leftSection={<IconMailQuestion size={17} aria-hidden />}
        onClick={() => setAsked(query)}
      >
        Did they get it?
      </Button>
    )
  return (
    <section className={`stack ${classes.explained}`} aria-label="Did they get it?">
      <h3>Did they get it?</h3>
      <Explanation query={query} />
    </section>
  )
}
