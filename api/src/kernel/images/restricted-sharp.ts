import sharp from 'sharp';

// One thread for one picture: the others belong to everybody who is waiting for an answer.
sharp.concurrency(1);
sharp.cache(false);
// Readers of formats that nobody may send, such as SVG and TIFF, are no way in: libvips chooses a reader by content.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: [
    'VipsForeignLoadJpeg',
    'VipsForeignLoadPng',
    'VipsForeignLoadNsgif',
    'VipsForeignLoadWebp',
    // AVIF, and HEIC where the build has it.
    'VipsForeignLoadHeif',
  ],
});

/** The image library as all code of the API uses it. Pictures of members are given to it in the image process only. */
export { sharp };
