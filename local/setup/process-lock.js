import fs from 'node:fs'

/**
 * Does `work` while no other process that uses the same `file` does: it holds the number of the process at work.
 * A process that was killed while it held the file does not count.
 */
export async function withLock(file, onWait, work) {
  for (let waiting = false; !take(file); waiting = true) {
    if (!waiting) onWait()
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  try {
    return await work()
  } finally {
    fs.rmSync(file, { force: true })
  }
}

function take(file) {
  try {
    fs.writeFileSync(file, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
  }
  const holder = fs.existsSync(file) && Number(fs.readFileSync(file, 'utf8'))
  if (holder && !alive(holder)) fs.rmSync(file, { force: true })
  return false
}

function alive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}
