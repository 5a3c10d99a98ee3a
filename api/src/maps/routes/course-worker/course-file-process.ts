import { answerCourseTask, type CourseRequest } from './course-task.ts';

// A file that fills the heap takes this process and nothing else: a thread would take the whole API along.
const answer = async (request: CourseRequest) => process.send!(await answerCourseTask(request));
process.on('message', (request: CourseRequest) => void answer(request));
// Without its parent nobody receives the result.
process.on('disconnect', () => process.exit());
