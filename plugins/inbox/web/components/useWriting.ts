/** The field in which one writes: its text, what is put in where one writes, and the choice among prepared replies by keys. */
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import type { InboxPerson, PreparedReply } from '../../contract.ts'
import { askedFor, useFill, usePrepared } from './prepared.ts'

interface WritingOptions {
  text: string
  setText: (text: string) => void
  person: InboxPerson
  onSend: () => void
}
export function useWriting({ text, setText, person, onSend }: WritingOptions) {
  const field = useRef<HTMLTextAreaElement>(null)
  /** Where one writes next, once the new text is shown. */
  const next = useRef<number | null>(null)
  const [caret, setCaret] = useState(0)
  const [active, setActive] = useState(0)
  const [dismissed, setDismissed] = useState<string | null>(null)
  const fill = useFill(person)
  const asked = askedFor(text, caret)
  const word = asked && dismissed !== text ? asked.word : null
  const replies = usePrepared(word)
  useEffect(() => {
    const box = field.current
    if (!box || next.current === null) return
    box.focus()
    box.setSelectionRange(next.current, next.current)
    setCaret(next.current)
    next.current = null
  }, [text])
  /** In place of what stands between there and where one writes. */
  const put = (words: string, from = caret) => {
    next.current = from + words.length
    setText(text.slice(0, from) + words + text.slice(caret))
  }
  const pick = (reply: PreparedReply) => {
    setActive(0)
    put(fill(reply.text), asked?.from)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) {
      event.preventDefault()
      return onSend()
    }
    if (word === null) return
    if (event.key === 'Escape') setDismissed(text)
    else if (replies.length === 0) return
    else if (event.key === 'ArrowDown') setActive((active + 1) % replies.length)
    else if (event.key === 'ArrowUp') setActive((active - 1 + replies.length) % replies.length)
    else if (event.key === 'Enter' || event.key === 'Tab') pick(replies[Math.min(active, replies.length - 1)]!)
    else return
    event.preventDefault()
  }
  return {
    field: {
      ref: field,
      value: text,
      onKeyDown,
      // who goes elsewhere looks for none any more
      onBlur: () => setDismissed(text),
      onSelect: () => setCaret(field.current?.selectionStart ?? 0),
      onChange: () => {
        const box = field.current
        if (!box) return
        setCaret(box.selectionStart)
        setActive(0)
        setText(box.value)
      },
    },
    put,
    /** Opens the choice of prepared replies. */
    ask: () => put(caret > 0 && !/\s$/.test(text.slice(0, caret)) ? ' /' : '/'),
    prepared: { word, replies, active: Math.min(active, Math.max(0, replies.length - 1)), pick },
  }
}
