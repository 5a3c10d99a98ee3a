import { parentPort } from 'node:worker_threads';
import { answerCourseTask, type CourseRequest } from './course-task.ts';

const answer = async (request: CourseRequest) => parentPort!.postMessage(await answerCourseTask(request), []);
parentPort!.on('message', (request: CourseRequest) => void answer(request));
