/** Files and addresses that agents answer from. */
import { Field, FilePicker, FormDialog, Input, toast, uploadFile, useFieldErrors, useT, useWrite } from '@atrium/sdk/web'
import { useState } from 'react'
import contract from '../../../contract.ts'

const { routes } = contract
const KINDS = '.pdf,.docx,.txt,.md,.csv,application/pdf,text/plain'
const invalidates = [routes.sources, routes.overview]

export function FileDialog({ onClose }: { onClose: () => void }) {
  const t = useT()
  const [file, setFile] = useState<{ name: string; signedId: string } | null>(null)
  const [problem, setProblem] = useState<string>()
  const [progress, setProgress] = useState<number>()
  const write = useWrite(routes.createFromFiles, {
    invalidates,
    onSuccess: () => {
      toast.success(t('file.added'))
      onClose()
    },
  })
  async function take(chosen: File) {
    setProblem(undefined)
    setProgress(0)
    try {
      const { signed_id } = await uploadFile(chosen, { onProgress: setProgress })
      setFile({ name: chosen.name, signedId: signed_id })
    } catch (thrown) {
      setProblem((thrown as Error).message)
    } finally {
      setProgress(undefined)
    }
  }
  return (
    <FormDialog
      title={t('file.new')}
      action={t('file.add')}
      pending={write.isPending}
      disabled={!file}
      error={write.error}
      onClose={onClose}
      onSubmit={() => file && write.mutateAsync({ body: { files: [file.signedId] } })}
    >
      <Field label={t('file.file')} error={problem}>
        <FilePicker accept={KINDS} progress={progress} label={file?.name ?? t('file.choose')} text={t('file.kinds')} onFile={(chosen) => void take(chosen)} />
      </Field>
    </FormDialog>
  )
}

export function AddressDialog({ onClose }: { onClose: () => void }) {
  const t = useT()
  const [address, setAddress] = useState('')
  const write = useWrite(routes.createAddress, {
    invalidates,
    onSuccess: () => {
      toast.success(t('address.added'))
      onClose()
    },
  })
  const errors = useFieldErrors(write.error)
  return (
    <FormDialog
      title={t('address.new')}
      action={t('address.add')}
      pending={write.isPending}
      error={write.error}
      onClose={onClose}
      onSubmit={() => write.mutateAsync({ body: { address: address.trim() } })}
    >
      <Field label={t('address.url')} help={t('address.help')} error={errors.address}>
        <Input
          type="url"
          value={address}
          maxLength={2_000}
          required
          autoFocus
          placeholder="https://example.com/guide"
          onChange={(event) => setAddress(event.target.value)}
        />
      </Field>
    </FormDialog>
  )
}
