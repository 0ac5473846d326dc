import * as uploads from '../market/uploads.ts'
import { serve } from '../serve.ts'

export const handler = serve('uploads', {
  'POST /api/submissions/upload': uploads.proof,
  'POST /api/user/upload-profile-image': uploads.profileImage,
  'GET /api/check-file': uploads.check,
  'GET /api/files/{key+}': uploads.show,
})
