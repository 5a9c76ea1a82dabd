import { IconCategory } from '@tabler/icons-react'
import { inUseTabs, nameColumn, simpleList } from '#app/collections/list-cells.tsx'
import type { ListView } from '#app/collections/list-view.ts'
import { paths } from '#app/shell/paths.ts'
import { durationText } from '#app/ui/duration-text.ts'
import classes from '../../collections/cells.module.css'

export const eventTypesView: ListView = {
  collection: 'eventtypes',
  ...simpleList(paths.eventTypes),
  title: 'Event Types',
  icon: IconCategory,
  columns: [
    {
      ...nameColumn('Untitled type'),
      cell: (record) => (
        <>
          <span
            className={classes.swatch}
            style={{ background: typeof record.color === 'string' ? record.color : 'transparent' }}
            aria-hidden
          />
          {String(record.name)}
        </>
      ),
    },
    {
      key: 'default_duration',
      title: 'Usual length',
      sort: 'default_duration',
      align: 'end',
      phone: 'end',
      cell: (record) => durationText(record.default_duration),
    },
  ],
  tabs: inUseTabs('order,name'),
  form: ['name', 'color', 'default_duration', 'order', 'archived'],
  orderable: true,
  bulk: ['color', 'default_duration', 'archived'],
  deleteNote: 'Its events are kept, without a type.',
  empty: 'Kinds of events, each with a colour: racing, training, social.',
}
