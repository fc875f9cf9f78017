/** Edits laid over a saved record, sent together; leaving with unsaved ones asks first. */
import { toast, useBlocker, useT } from '@atrium/sdk/web'
import { useState } from 'react'

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** @param send saves the fields that differ */
export function useEdits<T extends object>(saved: T, send: (changes: Partial<T>) => Promise<unknown>) {
  const t = useT()
  const [edits, setEdits] = useState<Partial<T>>({})
  const [saving, setSaving] = useState(false)
  const changes = Object.fromEntries(Object.entries(edits).filter(([key, value]) => !same(value, saved[key as keyof T]))) as Partial<T>
  const dirty = Object.keys(changes).length > 0
  useBlocker(dirty && !saving, t('form.leave'))
  return {
    value: { ...saved, ...edits },
    dirty,
    saving,
    set: (next: Partial<T>) => setEdits((before) => ({ ...before, ...next })),
    reset: () => setEdits({}),
    async save() {
      if (!dirty || saving) return
      setSaving(true)
      try {
        await send(changes)
        setEdits({})
        toast.success(t('form.saved'))
      } catch (error) {
        toast.error((error as Error).message)
      } finally {
        setSaving(false)
      }
    },
  }
}
