// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import {ERC1363} from "@openzeppelin/contracts/token/ERC20/extensions/ERC1363.sol";
import {IERC1363Receiver} from "@openzeppelin/contracts/interfaces/IERC1363Receiver.sol";

/// @title Keeps a token of every transfer
contract FeeToken is ERC1363 {
    constructor(address holder) ERC20("Fee", "FEE") {
        _mint(holder, 1e30);
    }

    function _update(address from, address to, uint256 value) internal override {
        super._update(from, to, value);
        if (from != address(0) && to != address(0) && value >= 1e18) super._update(to, address(0xFEE), 1e18);
    }
}

/// @title Says that it moved tokens, and moves none
contract LyingToken is ERC20 {
    constructor(address holder) ERC20("Lie", "LIE") {
        _mint(holder, 1e30);
    }

    function transferFrom(address, address, uint256) public pure override returns (bool) {
        return true;
    }

    function transferAndCall(address to, uint256 value, bytes calldata data) external returns (bool) {
        IERC1363Receiver(to).onTransferReceived(msg.sender, msg.sender, value, data);
        return true;
    }
}

/// @title Answers false instead of reverting
contract FalseToken is ERC20 {
    bool public failing;

    constructor(address holder) ERC20("False", "FALSE") {
        _mint(holder, 1e30);
    }

    function fail(bool failing_) external {
        failing = failing_;
    }

    function transfer(address to, uint256 value) public override returns (bool) {
        return !failing && super.transfer(to, value);
    }

    function transferFrom(address from, address to, uint256 value) public override returns (bool) {
        return !failing && super.transferFrom(from, to, value);
    }
}

/// @title Calls back a target in the middle of transfers, as a token with hooks would let a recipient do
contract ReentrantToken is ERC1363 {
    address private target;
    bytes private call_;
    uint256 private times;
    bytes public answer;
    bool public succeeded;

    constructor(address holder) ERC20("Reentrant", "RE") {
        _mint(holder, 1e30);
    }

    /// @dev Before each of the next transfers, as many as `times_`.
    function callBack(address target_, bytes calldata data, uint256 times_) external {
        (target, call_, times) = (target_, data, times_);
    }

    function _update(address from, address to, uint256 value) internal override {
        if (times != 0) {
            times--;
            (succeeded, answer) = target.call(call_);
        }
        super._update(from, to, value);
    }
}
