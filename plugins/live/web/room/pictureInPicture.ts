/** The large picture of the stage in a small window that stays over others. */
export const canFloat = typeof document !== 'undefined' && document.pictureInPictureEnabled

export async function floatStage(): Promise<void> {
  if (document.pictureInPictureElement) return document.exitPictureInPicture()
  const stage = document.querySelector('[data-stage]')
  const video = stage?.querySelector<HTMLVideoElement>('[data-main] video') ?? stage?.querySelector('video')
  try {
    await video?.requestPictureInPicture()
  } catch {
    // a picture that has not begun cannot float yet
  }
}
