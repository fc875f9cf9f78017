/** Over the cards: what can be taken back, when it was saved, and what is still wrong. */
import { Button, IconButton, Note, Time, useT } from '@atrium/sdk/web'
import type { Problems, WorkflowDefinition } from '../../../contract.ts'
import type { Undo } from './useUndo.ts'

export interface EditorBarProps {
  undo: Pick<Undo<unknown>, 'undo' | 'redo' | 'canUndo' | 'canRedo'>
  /** Edits are on their way, or wait to be. */
  isDirty: boolean
  savedAt: Date | string
  problems: Problems
  onProblem: (name: string) => void
  onSettings: () => void
}
export function EditorBar({ undo, isDirty, savedAt, problems, onProblem, onSettings }: EditorBarProps) {
  const t = useT()
  const wrong = Object.keys(problems).filter((name) => problems[name]?.length)
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-1 rounded-t-card border-b bg-surface px-3 py-2">
      <IconButton icon="undo-2" label={t('editor.undo')} disabled={!undo.canUndo} onClick={undo.undo} />
      <IconButton icon="redo-2" label={t('editor.redo')} disabled={!undo.canRedo} onClick={undo.redo} />
      <p className="min-w-0 flex-1 truncate text-13 text-text-3" role="status">
        {isDirty ? (
          t('editor.saving')
        ) : (
          <>
            {t('editor.saved')} <Time value={savedAt} kind="short" />
          </>
        )}
      </p>
      {wrong[0] !== undefined && (
        <Button size="sm" variant="danger-ghost" icon="circle-alert" onClick={() => onProblem(wrong[0]!)}>
          {t('editor.problems', { count: wrong.length })}
        </Button>
      )}
      <Button size="sm" variant="ghost" icon="settings" onClick={onSettings}>
        {t('panel.settings')}
      </Button>
    </div>
  )
}

export interface UnpublishedProps {
  workflow: WorkflowDefinition
  isPending: boolean
  onPublish: () => void
}
/** An edit of one that is on is not in force before it is switched on again. */
export function Unpublished({ workflow, isPending, onPublish }: UnpublishedProps) {
  const t = useT()
  if (workflow.status !== 'active' || !workflow.has_changes) return null
  return (
    <Note tone="warning" className="mb-4" title={t('unpublished.title')}>
      <span className="flex flex-wrap items-center justify-between gap-3">
        <span>{t('unpublished.text', { version: workflow.published_version ?? 1 })}</span>
        <Button size="sm" loading={isPending} onClick={onPublish}>
          {t('unpublished.publish')}
        </Button>
      </span>
    </Note>
  )
}
