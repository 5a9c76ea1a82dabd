import { useSortable } from '@dnd-kit/sortable'
import { CSS } from '@dnd-kit/utilities'
import { ActionIcon } from '@mantine/core'
import { Link } from '@remix-run/react'
import { IconGripVertical } from '@tabler/icons-react'
import { Fragment } from 'react'
import type { PlainContract } from '#server/engine/collections/contract.ts'
import type { Use, Uses } from '#server/lookups/uses.ts'
import type { ListRecord } from '../../collections/list-view.ts'
import { counted } from '../../collections/reach-text.ts'
import { colorName } from '../../collections/swatches.ts'
import { KEEP_SCROLL } from './keep-scroll.ts'
import classes from './setup.module.css'
import { type NameOf, type SetupList, usesPath } from './setup-lists.ts'
import { SetupRowMenu } from './setup-row-menu.tsx'

type Props = {
  list: SetupList
  contract: PlainContract
  record: ListRecord
  nameOf: NameOf
  uses: readonly Use[]
  index: number
  count: number
  others: readonly ListRecord[]
  /** The uses of all records of the list, by id. */
  allUses: Uses[string]
  /** Null where the order cannot be changed here. */
  onMove: ((to: number) => void) | null
}

/** One record: handle, name, what matters, where it is used, and its menu. */
export function SetupRow({ list, contract, record, nameOf, uses, index, count, others, allUses, onMove }: Props) {
  const { attributes, listeners, setNodeRef, transform, transition, isDragging } = useSortable({
    id: record.id,
    disabled: !onMove,
  })
  const name = String(record[contract.label ?? 'name'] || `Untitled ${contract.singular}`)
  const color = typeof record.color === 'string' && record.color ? record.color : null
  return (
    <li
      ref={setNodeRef}
      className={classes.row}
      data-dragging={isDragging || undefined}
      style={{ transform: CSS.Translate.toString(transform), transition }}
    >
      {onMove ? (
        <ActionIcon
          className={classes.handle}
          variant="subtle"
          color="gray"
          size={36}
          {...attributes}
          {...listeners}
          aria-label={`Drag ${name}`}
        >
          <IconGripVertical size={18} aria-hidden />
        </ActionIcon>
      ) : (
        <span />
      )}
      <div className={classes.name}>
        {color && (
          <span className={classes.swatch} style={{ background: color }} role="img" aria-label={colorName(color)} />
        )}
        <Link to={list.view.recordPath(record)} state={KEEP_SCROLL} preventScrollReset>
          {name}
        </Link>
        {record.archived === true && <small>Archived</small>}
      </div>
      <div className={classes.matters}>{list.matters(record, nameOf)}</div>
      <div className={classes.uses}>
        {uses.length
          ? uses.map((use, n) => (
              <Fragment key={`${use.by} ${use.field}`}>
                {n > 0 && ', '}
                <Link to={usesPath(use, record.id)} className="num">
                  {counted([use.by, use.count])}
                </Link>
              </Fragment>
            ))
          : 'not used yet'}
      </div>
      <SetupRowMenu
        list={list}
        contract={contract}
        record={record}
        name={name}
        index={index}
        count={count}
        uses={allUses}
        others={others}
        onMove={onMove}
      />
    </li>
  )
}
