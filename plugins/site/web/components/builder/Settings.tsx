/** The page's settings from within the editor: what is written is saved before, so that both begin with the same version. */
import type { PageData, SitePage } from '../../../contract.ts'
import { useEffect, useState } from 'react'
import { PageSettings } from '../pages/PageSettings.tsx'
import { useBuilding } from './useBuilding.ts'

interface SettingsProps {
  page: SitePage
  onPage: (page: SitePage) => void
  onClose: () => void
}
export function Settings({ page, onPage, onClose }: SettingsProps) {
  const { saving } = useBuilding()
  const [isKept, setIsKept] = useState(false)
  useEffect(() => {
    void saving.save().then((kept) => (kept ? setIsKept(true) : onClose()))
  }, [])
  if (!isKept) return null
  return (
    <PageSettings
      pageId={page.id}
      onClose={onClose}
      onSaved={(saved) => {
        onPage(saved)
        saving.begin(saved as { data: PageData; version: number })
      }}
    />
  )
}
