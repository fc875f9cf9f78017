/** Forms over saved settings: what to send, when to ask and what to say, once for all of them. */
import { useEffect, useRef, useState } from 'react'
import { useWords } from '../core/i18n.tsx'
import { useBlocker } from '../core/router.tsx'
import { type FormProps, fieldErrors, messageOf, useFieldErrors } from './Form.tsx'
import type { EditToSave } from './edits.ts'
import { saveEdit } from './saveEdit.ts'
import { toast } from './toast.ts'
import type { SaveBarProps } from './page.tsx'

export interface Edits<T extends object> {
  /** The saved record with the edits over it. */
  value: T
  /** Edits some fields. */
  set: (next: Partial<T>) => void
  /** Whether something of the edits is still on its way, as an upload of the editor: saving waits for it. */
  busy: (busy: boolean) => void
  /** What the server refused, by field: `<Field error={errors.name}>`. */
  errors: Record<string, string | undefined>
  /** Round the fields: `<Form {...form}>`. */
  form: Pick<FormProps, 'onSubmit' | 'error'>
  /** At the end: `<SaveBar {...bar} />`. `onReset` drops all edits. */
  bar: Required<Pick<SaveBarProps, 'dirty' | 'saving' | 'onSave' | 'onReset'>>
  /** When the last edit was saved, since the form was opened. */
  savedAt: Date | null
}

export type VersionedEdits<T extends object> = Pick<EditToSave<T, unknown>, 'version' | 'fieldsOf' | 'label' | 'words'>

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)
const differing = <T extends object>(edits: Partial<T>, from: Partial<T>) =>
  Object.fromEntries(Object.entries(edits).filter(([key, value]) => !same(value, from[key as keyof T]))) as Partial<T>

/**
 * Edits laid over a saved record and sent together. Leaving with unsaved ones asks first. A refusal that names fields is
 * shown in the form; any other failure is a toast. Edits stay until they are saved.
 * @param read the record as the server has it, from `useRead`
 * @param send saves the fields that differ, as `(changes) => write.mutateAsync({ body: changes })`; rejects when they were not saved
 * @param autosaves milliseconds of rest after which edits are saved by themselves, without a word but `savedAt`; what was refused waits for the next edit
 * @param versioned for records with a version, which `send` then gets too: what others have saved meanwhile is put together with the edits, or asked about
 */
export function useEdits<T extends object>(
  read: T,
  send: (changes: Partial<T>, version?: number) => Promise<unknown>,
  versioned?: VersionedEdits<T>,
  autosaves?: number,
): Edits<T> {
  const t = useWords()
  const [edits, showEdits] = useState<Partial<T>>({})
  // A save ends with what was typed while it was under way.
  const latest = useRef(edits)
  const setEdits = (next: Partial<T>) => {
    latest.current = next
    showEdits(next)
  }
  /** What the edited fields were when their edit began: the record may be read anew meanwhile, with what others have saved. */
  const began = useRef<{ base: Partial<T>; version?: number }>({ base: {} })
  const [saving, setSaving] = useState(false)
  const [busy, setBusy] = useState(false)
  /** What was saved last stands for what was read before it, until the record is read anew. */
  const [sent, setSent] = useState<{ over: T; fields: Partial<T>; version?: number }>()
  // an answer to a question of before the save is older than what was saved
  const isOlder = sent?.version !== undefined && versioned !== undefined && versioned.version < sent.version
  if (sent && !same(sent.over, read) && !isOlder) setSent(undefined)
  const saved = sent ? { ...read, ...sent.fields } : read
  const newest = Math.max(sent?.version ?? 0, versioned?.version ?? 0) || undefined
  const [error, setError] = useState<unknown>(null)
  const changes = differing(edits, saved)
  const dirty = Object.keys(changes).length > 0
  useBlocker(dirty && !saving, t('leave'))
  const [savedAt, setSavedAt] = useState<Date | null>(null)
  const refused = useRef<string | null>(null)
  const waiting = autosaves !== undefined && dirty && !saving && !busy ? JSON.stringify(changes) : null
  // biome-ignore lint/correctness/useExhaustiveDependencies: what waits is saved as it stands then
  useEffect(() => {
    if (waiting === null || waiting === refused.current) return
    const timer = setTimeout(() => void save().catch(() => (refused.current = waiting)), autosaves)
    return () => clearTimeout(timer)
  }, [waiting])

  async function save() {
    if (!dirty || saving) return
    setSaving(true)
    setError(null)
    try {
      const { base } = began.current
      const reply = versioned
        ? await saveEdit({ ...versioned, version: began.current.version ?? newest ?? versioned.version, base, mine: changes, send })
        : await send(changes)
      const version = (reply as { version?: number } | undefined)?.version
      setSent({ over: read, fields: { ...sent?.fields, ...changes }, version })
      // what was typed meanwhile is still to be saved, over what was saved just now
      const rest = differing(latest.current, edits)
      const begunWith = { ...began.current.base, ...changes } as Partial<T>
      const keys = Object.keys(rest) as (keyof T)[]
      began.current = { base: Object.fromEntries(keys.map((key) => [key, begunWith[key]])) as Partial<T>, version: keys.length ? version : undefined }
      setEdits(rest)
      setSavedAt(new Date())
      if (autosaves === undefined) toast.success(t('saved'))
    } catch (reason) {
      if (Object.keys(fieldErrors(reason)).length) setError(reason)
      else toast.error(messageOf(reason, t('error.generic')))
      throw reason
    } finally {
      setSaving(false)
    }
  }
  const set = (next: Partial<T>) => {
    const { base, version = newest } = began.current
    const first = Object.keys(next).filter((key) => !(key in base)) as (keyof T)[]
    began.current = { base: { ...base, ...Object.fromEntries(first.map((key) => [key, saved[key]])) }, version }
    setEdits({ ...latest.current, ...next })
  }
  const reset = () => {
    began.current = { base: {} }
    setEdits({})
    setError(null)
  }
  return {
    value: { ...saved, ...edits },
    set,
    errors: useFieldErrors(error),
    form: { onSubmit: save, error },
    busy: setBusy,
    savedAt,
    bar: { dirty, saving: saving || busy, onSave: save, onReset: reset },
  }
}
