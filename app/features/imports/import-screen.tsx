import { SegmentedControl } from '@mantine/core'
import { IMPORT_KINDS, type ImportKind, type PastImport } from '#server/imports/contract.ts'
import { ChooseFile } from './choose-file.tsx'
import { KIND_LABELS } from './import-text.ts'
import classes from './imports.module.css'
import { PastImports } from './past-imports.tsx'
import { useFileDrop } from './use-file-drop.ts'
import { useImport } from './use-import.ts'
import { Workbench } from './workbench.tsx'

const TITLES: Record<ImportKind, string> = { people: 'Import people', season: 'Import a season’s programme' }

export function ImportScreen({ kind, past }: { kind: ImportKind; past: readonly PastImport[] }) {
  const work = useImport(kind)
  const isDragging = useFileDrop(work.choose)
  return (
    <div className={classes.page} data-work={work.preview !== null || undefined} data-over={isDragging || undefined}>
      <header className={`row cluster ${classes.head}`}>
        <div>
          <h1>{TITLES[work.kind]}</h1>
          <p>Nothing is saved until you import. You can undo an import for 24 hours.</p>
        </div>
        <SegmentedControl
          aria-label="What to import"
          value={work.kind}
          onChange={(value) => work.changeKind(value as ImportKind)}
          data={IMPORT_KINDS.map((value) => ({ value, label: KIND_LABELS[value] }))}
        />
      </header>
      {work.preview ? (
        <Workbench work={work} preview={work.preview} />
      ) : (
        <div className={classes.start}>
          <ChooseFile work={work} />
          <PastImports past={past} />
        </div>
      )}
    </div>
  )
}
