function learnTab(desk) { return { show() {} }; }
