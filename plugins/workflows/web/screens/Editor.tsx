/** `/settings/workflows/edit/:id`: a workflow as the column of its cards, saved by itself while it is written. */
import {
  AdminPage,
  Card,
  type ComboboxOption,
  Failure,
  Skeleton,
  useEdits,
  useParams,
  useQueryCache,
  useRead,
  useShortcut,
  useT,
  useWrite,
} from '@atrium/sdk/web'
import { useMemo, useRef, useState } from 'react'
import contract, { type Action, type Problems, type WorkflowDefinition } from '../../contract.ts'
import { Canvas } from '../components/editor/Canvas.tsx'
import { type Draft, draftOf, newId } from '../components/editor/draft.ts'
import { DryRunDialog } from '../components/editor/DryRunDialog.tsx'
import { EditorBar, Unpublished } from '../components/editor/EditorBar.tsx'
import { Panel } from '../components/editor/Panel.tsx'
import { useCanvasKeys } from '../components/editor/useCanvasKeys.ts'
import { useCards } from '../components/editor/useCards.ts'
import { EditingContext } from '../components/editor/useEditing.ts'
import { useUndo } from '../components/editor/useUndo.ts'
import { inOrder } from '../components/flow/tree.ts'
import { OneTabs } from '../components/OneTabs.tsx'
import { AT } from '../components/paths.ts'
import { StateBadge } from '../components/StateBadge.tsx'
import { useActs } from '../components/useActs.tsx'
import { type Kit, useKit } from '../components/useKit.ts'

const { routes } = contract
/** Rest after which edits are saved. */
const SAVES_MS = 900

export default function Editor() {
  const t = useT()
  const { id, cardId } = useParams<{ id: string; cardId?: string }>()
  const query = useRead(routes.show, { params: { id: Number(id) } })
  const { kit, error, retry } = useKit()
  if (query.data && kit) return <Edited key={query.data.id} saved={query.data} kit={kit} first={cardId ?? null} />
  const failed = query.error ?? error
  return (
    <AdminPage name="workflows/Editor" title={t('admin.workflows')} back={{ to: AT, label: t('admin.workflows') }} who="workflows.manage" wide>
      {failed ? (
        <Failure
          error={failed}
          onRetry={() => {
            void query.refetch()
            retry()
          }}
        />
      ) : (
        <Skeleton w="100%" h={640} />
      )}
    </AdminPage>
  )
}

/** Where the editor looks first for what is wrong. */
const HEADS = ['trigger', 'schedules', 'audiences']
const firstOf = (problems: Problems, actions: readonly Action[]) =>
  [...HEADS, ...inOrder(actions).map(({ id }) => id)].find((name) => problems[name]?.length) ?? Object.keys(problems)[0] ?? null

function Edited({ saved, kit, first }: { saved: WorkflowDefinition; kit: Kit; first: string | null }) {
  const t = useT()
  const acts = useActs()
  const cache = useQueryCache()
  const root = useRef<HTMLDivElement>(null)
  const [selected, setSelected] = useState(first)
  const [person, setPerson] = useState<ComboboxOption | null>(null)
  const [isTrying, setTrying] = useState(false)
  const update = useWrite(routes.update, {
    invalidates: [routes.list],
    onSuccess: (reply) => void cache.update(routes.show, { params: { id: saved.id } }, () => reply),
  })
  const read = useMemo(() => draftOf(saved), [saved])
  const edits = useEdits<Draft>(
    read,
    (changes, version) => update.mutateAsync({ params: { id: saved.id }, body: { ...changes, version } }),
    { version: saved.version, fieldsOf: (record: WorkflowDefinition) => draftOf(record), label: (field) => t(`conflict.${field}`) },
    SAVES_MS,
  )
  const draft = edits.value
  const undo = useUndo(draft, (before) => edits.set(before))
  const change = (next: Partial<Draft>, name: string) => {
    undo.note(draft, name)
    edits.set(next)
  }
  const cards = useCards({
    kit,
    actions: draft.actions,
    put(actions, chosen) {
      change({ actions }, newId())
      if (chosen === undefined) return
      setSelected(chosen)
      if (chosen) keys.focus(chosen)
    },
  })
  const keys = useCanvasKeys(root, { onMove: cards.shift, onRemove: cards.remove, undo: undo.undo, redo: undo.redo })
  useShortcut('d', () => setTrying(true), t('editor.dry_run'))

  /** What is typed but not sent yet. @returns whether all of it is kept now */
  const settle = async () => !edits.bar.dirty || Promise.resolve(edits.bar.onSave()).then(Boolean.bind(null, true), () => false)
  const tryIt = async () => {
    if (await settle()) setTrying(true)
  }
  const turnOn = async () => {
    if (!(await settle())) return
    const problems = await acts.turnOn(saved)
    if (problems) setSelected(firstOf(problems, draft.actions))
  }
  const isOn = saved.status === 'active'
  return (
    <EditingContext value={{ kit, workflowId: saved.id, triggerType: draft.trigger.trigger_type, person, setPerson, setBusy: edits.busy }}>
      <AdminPage
        name="workflows/Editor"
        title={draft.name}
        text={
          <span className="flex flex-wrap items-center gap-2">
            <StateBadge status={saved.status} /> {t(`type.${saved.workflow_type}`)}
          </span>
        }
        back={{ to: AT, label: t('admin.workflows') }}
        actions={[
          { label: t('editor.dry_run'), icon: 'play', onSelect: tryIt },
          isOn
            ? { label: t('editor.off'), icon: 'pause', onSelect: () => acts.turnOff(saved) }
            : { label: t('editor.on'), icon: 'power', primary: true, loading: acts.isTurningOn, onSelect: turnOn },
        ]}
        who="workflows.manage"
        wide
      >
        <OneTabs id={saved.id} current="edit" />
        <Unpublished workflow={saved} isPending={acts.isTurningOn} onPublish={() => void turnOn()} />
        <Card>
          <EditorBar
            undo={undo}
            isDirty={edits.bar.dirty || edits.bar.saving}
            savedAt={edits.savedAt ?? saved.updated_at}
            problems={saved.problems}
            onProblem={() => setSelected(firstOf(saved.problems, draft.actions))}
            onSettings={() => setSelected('settings')}
          />
          {/* biome-ignore lint/a11y/noStaticElementInteractions: keys of the buttons within */}
          <div ref={root} onKeyDown={keys.onKeyDown} className="grid min-h-[60dvh] desk:grid-cols-[minmax(0,1fr)_340px]">
            <div className="min-w-0 desk:border-e">
              <Canvas saved={saved} draft={draft} problems={saved.problems} selected={selected} onSelect={setSelected} cards={cards} />
            </div>
            <Panel
              saved={saved}
              draft={draft}
              problems={saved.problems}
              errors={edits.errors}
              selected={selected}
              onChange={change}
              onClose={() => setSelected(null)}
            />
          </div>
        </Card>
        {isTrying && <DryRunDialog actions={draft.actions} onClose={() => setTrying(false)} />}
        {acts.dialogs}
      </AdminPage>
    </EditingContext>
  )
}
