import { IconDatabase, IconLayoutList } from '@tabler/icons-react'
import { hasOwnList, listPath } from '../../collections/list-paths.ts'
import { PageHead } from '../../ui/page-head.tsx'
import { Row, Rows } from '../../ui/row.tsx'
import { SectionCard } from '../../ui/section-card.tsx'
import classes from './all-records.module.css'

export type CollectionLink = { name: string; title: string }

/** Links to every collection of the site: those with a screen of their own, and those with the generic list. */
export function AllRecordsScreen({ collections }: { collections: readonly CollectionLink[] }) {
  const sections = [
    {
      title: 'Not in the sidebar',
      icon: IconDatabase,
      rows: collections.filter(({ name }) => !hasOwnList(name)),
    },
    { title: 'In the sidebar', icon: IconLayoutList, rows: collections.filter(({ name }) => hasOwnList(name)) },
  ]
  return (
    <>
      <PageHead
        title="All Records"
        meta="Every collection of this site, each in a list with search, filters, bulk changes, import and export."
      />
      <div className={classes.parts}>
        {sections.map(({ title, icon, rows }) => (
          <SectionCard key={title} title={title} icon={icon} count={rows.length}>
            <Rows>
              {rows.map((collection) => (
                <Row
                  key={collection.name}
                  title={collection.title}
                  meta={<code>{collection.name}</code>}
                  to={listPath(collection.name)}
                />
              ))}
            </Rows>
          </SectionCard>
        ))}
      </div>
    </>
  )
}
