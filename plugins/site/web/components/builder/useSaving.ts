/** Saves what is written after a rest, one save at a time, and puts together what others have saved meanwhile. */
import { AtriumError, isNetworkFailure, messageOf, saveEdit, toast, useBlocker, useT } from '@atrium/sdk/web'
import { useEffect, useRef, useState } from 'react'
import type { Block, PageData } from '../../../contract.ts'
import { mergeFor } from '../../../contract/merge.ts'
import { isSame } from '../../../contract/tree.ts'
import { type Kinds, partsChanged, partsOf, type Parts, stored, withParts, wordsOf } from './data.ts'

/** Rest after which it is saved. */
const RESTS_MS = 1500
/** Until it is tried again where the server was not reached, or could not just then. */
const AGAIN_MS = 8000

export interface Kept {
  data: PageData
  version: number
}
export interface Saving {
  state: 'saved' | 'waiting' | 'saving' | 'failed'
  savedAt: Date | null
  /** Of the last save that was refused. */
  error: string | null
  /** Takes what stands there now. */
  note: (data: PageData) => void
  /** Saves now. @returns whether all of it is kept */
  save: () => Promise<boolean>
  /** What the server has by now became the start of what follows, as a restored revision. */
  begin: (kept: Kept) => void
  version: () => number
}
export interface SavingOptions {
  saved: Kept
  kinds: Kinds
  send: (data: PageData, version: number) => Promise<Kept>
  /** Shows what others have written beside mine. */
  take: (data: PageData) => void
}

export function useSaving({ saved, kinds, send, take }: SavingOptions): Saving {
  const t = useT()
  const [state, setState] = useState<Saving['state']>('saved')
  const [savedAt, setSavedAt] = useState<Date | null>(null)
  const [error, setError] = useState<string | null>(null)
  const base = useRef<Kept>(saved)
  const now = useRef<PageData>(saved.data)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const running = useRef<Promise<boolean> | null>(null)
  useBlocker(state !== 'saved', t('builder.leave'))
  useEffect(() => () => clearTimeout(timer.current), [])

  const titleOf = (block: Block | null | undefined) => (block && kinds.get(block.type)?.title) ?? block?.type ?? t('builder.block')
  const later = (milliseconds: number) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => void save(), milliseconds)
  }
  /** One save: what stands there when it begins. */
  async function once(): Promise<boolean> {
    const { data: began, version } = base.current
    const mine = now.current
    if (isSame(mine, began)) {
      setState('saved')
      return true
    }
    setState('saving')
    setError(null)
    let theirs: PageData | null = null
    let sent = mine
    const parts = partsChanged(began, mine)
    try {
      const reply = await saveEdit<Parts, Kept>({
        version,
        base: partsOf(began),
        mine: parts,
        fieldsOf: (record: { data: PageData }) => {
          theirs = stored(record.data)
          return partsOf(theirs)
        },
        label: (id) => titleOf(parts[id] ?? partsOf(began)[id]),
        words: (_, block: Block | null) => (block ? wordsOf(block, kinds.get(block.type), 600) : t('builder.deleted')),
        same: (_, one, other) => isSame(one ?? null, other ?? null),
        send: (fields, over) => {
          sent = theirs ? withParts(began, mine, theirs, { ...parts, ...(fields as Parts) }) : mine
          return send(sent, over)
        },
      })
      const theirsToo = theirs !== null || reply.version > version + 1
      const kept = theirsToo ? stored(reply.data) : sent
      base.current = { data: kept, version: reply.version }
      if (theirsToo && !isSame(kept, now.current)) {
        const shown = mergeFor('mine', mine, now.current, kept)
        now.current = shown
        take(shown)
        toast.success(t('builder.others'))
      }
      setSavedAt(new Date())
      const all = isSame(now.current, base.current.data)
      setState(all ? 'saved' : 'waiting')
      if (!all) later(RESTS_MS)
      return all
    } catch (reason) {
      if (!(reason instanceof AtriumError)) throw reason
      setState('failed')
      setError(messageOf(reason, t('builder.not_saved')))
      if (isNetworkFailure(reason) || reason.status === 429 || reason.status >= 500) later(AGAIN_MS)
      // The person goes on writing instead of choosing: they are asked again with the next save.
      else if (reason.code !== 'edit_conflict') toast.error(reason.message)
      return false
    }
  }
  async function save(): Promise<boolean> {
    clearTimeout(timer.current)
    // What is on its way may lack the last words.
    while (running.current) await running.current
    running.current = once().finally(() => (running.current = null))
    return running.current
  }
  return {
    state,
    savedAt,
    error,
    save,
    version: () => base.current.version,
    note(data) {
      now.current = stored(data)
      if (isSame(now.current, base.current.data)) {
        clearTimeout(timer.current)
        if (!running.current) setState('saved')
        return
      }
      if (!running.current) setState('waiting')
      later(RESTS_MS)
    },
    begin(kept) {
      clearTimeout(timer.current)
      const isNew = !isSame(stored(kept.data), now.current)
      base.current = { data: stored(kept.data), version: kept.version }
      now.current = base.current.data
      setState('saved')
      setError(null)
      if (isNew) take(now.current)
    },
  }
}
