import { Button } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import type { FormEvent, ReactNode } from 'react'
import { FormError } from '#app/ui/form-error.tsx'
import type { Organisation, OrganisationField } from '#server/organisation/contract.ts'
import classes from './organisation.module.css'
import { type Section, useSection } from './use-section.ts'

type Props = {
  id: string
  title: string
  hint: string
  stored: Organisation
  fields: readonly OrganisationField[]
  children: (section: Section) => ReactNode
}

export function SectionForm({ id, title, hint, stored, fields, children }: Props) {
  const section = useSection(stored, fields)
  const { changed } = section
  const submit = (event: FormEvent) => {
    event.preventDefault()
    section.save()
  }
  return (
    <section id={id} className={classes.section} aria-labelledby={`${id}-title`}>
      <div>
        <h2 id={`${id}-title`}>{title}</h2>
        <p>{hint}</p>
      </div>
      <form onSubmit={submit} noValidate>
        <FormError message={section.message} />
        {children(section)}
        {changed.length > 0 && (
          <div className={`row cluster ${classes.foot}`}>
            <Button type="submit" loading={section.busy}>
              Save {title.toLowerCase()}
            </Button>
            <Button variant="subtle" color="gray" onClick={section.undo} disabled={section.busy}>
              Undo
            </Button>
            <span>{changed.length === 1 ? '1 change' : `${changed.length} changes`}</span>
          </div>
        )}
        <p className={classes.saved} role="status">
          {section.saved && (
            <>
              <IconCheck size={16} aria-hidden /> Saved
            </>
          )}
        </p>
      </form>
    </section>
  )
}
