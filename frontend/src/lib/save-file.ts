/** Saves a text as a file in the browser's downloads. */
export function saveFile(name: string, type: string, text: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([text], { type }))
  link.download = name
  link.click()
  // Later, because some browsers read the URL only after the click.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
