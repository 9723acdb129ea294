function compareTab(desk) { return { show() {} }; }
