/** Files that go with a message: sent as they are chosen, also by whoever is no member. */
import { AtriumError, newUuid, toast, messageOf, useT } from '@atrium/sdk/web'
import { useState } from 'react'
import contract, { MAX_FILE_BYTES } from '../../contract.ts'

/** Files of one message. */
const MOST = 10
export interface Attached {
  key: string
  name: string
  /** Null while it is on its way. */
  id: number | null
}
/** @throws AtriumError as the call does */
async function send(file: File): Promise<number> {
  const answer = await fetch(`${contract.routes.attach.path}?filename=${encodeURIComponent(file.name)}`, {
    method: 'POST',
    headers: { accept: 'application/json', 'content-type': 'application/octet-stream' },
    body: file,
  })
  const said = await answer.json()
  if (!answer.ok) throw new AtriumError(answer.status, said.code, said.message, { details: said.error_details })
  return said.id
}

export function useAttached() {
  const t = useT()
  const [files, setFiles] = useState<readonly Attached[]>([])
  const remove = (key: string) => setFiles((all) => all.filter((one) => one.key !== key))
  const upload = async (file: File) => {
    const key = newUuid()
    if (file.size > MAX_FILE_BYTES) return toast.error(t('files.too_large', { name: file.name, max: MAX_FILE_BYTES / 2 ** 20 }))
    setFiles((all) => [...all, { key, name: file.name, id: null }])
    try {
      const id = await send(file)
      setFiles((all) => all.map((one) => (one.key === key ? { ...one, id } : one)))
    } catch (error) {
      toast.error(messageOf(error, t('files.failed', { name: file.name })))
      remove(key)
    }
  }
  const add = (chosen: readonly File[]) => {
    if (files.length + chosen.length > MOST) toast.error(t('files.too_many', { max: MOST }))
    for (const file of chosen.slice(0, MOST - files.length)) void upload(file)
  }
  return { files, add, remove, clear: () => setFiles([]), ids: files.flatMap(({ id }) => id ?? []), isBusy: files.some(({ id }) => id === null) }
}
