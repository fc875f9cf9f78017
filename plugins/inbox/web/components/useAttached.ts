/** Files that go with a message: uploaded as they are chosen. */
import { messageOf, newUuid, toast, uploadFile, useT } from '@atrium/sdk/web'
import { useEffect, useRef, useState } from 'react'
import { MAX_FILES } from '../../contract.ts'

export interface Attached {
  key: string
  name: string
  /** 0 to 100 */
  progress: number
  /** Null while it is on its way. */
  signedId: string | null
}

export function useAttached() {
  const t = useT()
  const [files, setFiles] = useState<Attached[]>([])
  const running = useRef(new Map<string, AbortController>())
  useEffect(
    () => () => {
      for (const one of running.current.values()) one.abort()
    },
    [],
  )
  const patch = (key: string, change: Partial<Attached>) => setFiles((all) => all.map((one) => (one.key === key ? { ...one, ...change } : one)))
  const remove = (key: string) => {
    running.current.get(key)?.abort()
    running.current.delete(key)
    setFiles((all) => all.filter((one) => one.key !== key))
  }
  const upload = async (file: File) => {
    const key = newUuid()
    const stop = new AbortController()
    running.current.set(key, stop)
    setFiles((all) => [...all, { key, name: file.name, progress: 0, signedId: null }])
    try {
      const { signed_id } = await uploadFile(file, { signal: stop.signal, onProgress: (progress) => patch(key, { progress }) })
      patch(key, { progress: 100, signedId: signed_id })
    } catch (error) {
      if (!stop.signal.aborted) toast.error(messageOf(error, t('files.failed', { name: file.name })))
      remove(key)
    } finally {
      running.current.delete(key)
    }
  }
  const add = (chosen: readonly File[]) => {
    const room = MAX_FILES - files.length
    if (chosen.length > room) toast.error(t('files.too_many', { max: MAX_FILES }))
    for (const file of chosen.slice(0, room)) void upload(file)
  }
  return { files, add, remove, clear: () => setFiles([]), isBusy: files.some(({ signedId }) => signedId === null) }
}
